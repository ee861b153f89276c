import type { Wiring } from '../wiring.ts';

export const qwenWiring: Wiring = {
  programs: ['qwen'],
  upstreams: (env) => ({ openai: env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1' }),
  through: (base) => ({ OPENAI_BASE_URL: base('openai') }),
  changes: ['OPENAI_BASE_URL is the relay. It is used with an API key; with a login of Qwen requests go past it.'],
};
