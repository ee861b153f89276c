import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** An MCP server for tests: it says what it was started with, repeats words, fails, and says too much. */
export function harbourServer(): McpServer {
  const server = new McpServer({ name: 'harbour', version: '1' });
  const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
  server.registerTool('say', { description: 'Repeats words.', inputSchema: z.object({ words: z.string() }) }, ({ words }) => text(words));
  server.registerTool('environment', { description: 'Names of variables.' }, () =>
    text(`${process.cwd()} ${Object.keys(process.env).sort().join(' ')}`),
  );
  server.registerTool('break', { description: 'Fails.' }, () => ({ ...text('The mast broke.'), isError: true }));
  server.registerTool('flood', { description: 'Says too much.' }, () => text('water '.repeat(20_000)));
  return server;
}
