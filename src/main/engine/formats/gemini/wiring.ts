import type { Wiring } from '../wiring.ts';

export const geminiWiring: Wiring = {
  programs: ['gemini'],
  upstreams: (env) => ({ google: env.GOOGLE_GEMINI_BASE_URL ?? 'https://generativelanguage.googleapis.com' }),
  through: (base) => ({ GOOGLE_GEMINI_BASE_URL: base('google') }),
  changes: ['GOOGLE_GEMINI_BASE_URL is the relay. It is used with an API key; with a Google login requests go past it.'],
};
