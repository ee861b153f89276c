import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { harbourServer } from './harbour.ts';

// The server as a program.
serveStdio(harbourServer);
