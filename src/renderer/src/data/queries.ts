import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * Answers that come together are drawn together: a batch of previews answers thirty queries, and TanStack Query would let each of them
 * draw the window by itself.
 */
export function drawTogether(): void {
  let waiting: (() => void)[] = [];
  const flush = (): void => {
    const together = waiting;
    waiting = [];
    for (const notify of together) notify();
  };
  notifyManager.setScheduler((notify) => {
    if (waiting.push(notify) === 1) setTimeout(flush, 0);
  });
}

/**
 * The query cache of the window. A first answer that is under way when its query is invalidated may be older than the change, and TanStack Query keeps it
 * as the newest one: this client asks again as soon as it is there.
 */
export class Queries extends QueryClient {
  readonly #overtaken = new WeakSet<Query>();

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const under = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
    for (const query of under) if (query.state.data === undefined) this.#askAgain(query);
    return super.invalidateQueries(filters, options);
  }

  #askAgain(query: Query): void {
    if (this.#overtaken.has(query)) return;
    this.#overtaken.add(query);
    const again = (): void => {
      this.#overtaken.delete(query);
      void super.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    void query.promise?.then(again, again);
  }
}
