import type { Push } from '../../shared/rpc/contract.ts';

export interface OutboxOptions {
  send: (push: Push) => void;
  /** Bytes that the window has not taken yet. */
  unsent: () => number;
  /** Above this many unsent bytes, pushes wait. */
  limit?: number;
}

export interface Outbox {
  push(push: Push): void;
  /** To be called when the window has taken something. */
  drained(): void;
}

const keyOf = (push: Push): string => {
  if (push.type === 'tape') return `tape ${push.tape}`;
  if (push.type === 'annotations') return `annotations ${push.tape}`;
  if (push.type === 'float') return `float ${push.root}`;
  if (push.type === 'run') return `run ${push.run.id}`;
  if (push.type === 'what-if') return `what-if ${push.id}`;
  return push.type === 'job' ? `job ${push.job.id}` : push.type;
};

/** A later push says all that an earlier one did, but for a rereading, which must not be forgotten. */
const join = (earlier: Push | undefined, later: Push): Push =>
  earlier?.type === 'tape' && later.type === 'tape' ? { ...later, reread: earlier.reread || later.reread } : later;

/** Keeps a slow window from piling up news: while it lags, only the newest word on each thing waits for it. */
export function createOutbox({ send, unsent, limit = 1 << 20 }: OutboxOptions): Outbox {
  const held = new Map<string, Push>();
  return {
    push(push) {
      if (held.size === 0 && unsent() < limit) return send(push);
      const key = keyOf(push);
      held.set(key, join(held.get(key), push));
    },
    drained() {
      for (const [key, push] of held) {
        if (unsent() >= limit) return;
        held.delete(key);
        send(push);
      }
    },
  };
}
