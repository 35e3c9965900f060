// Work that many callers need at once is done once; a caller may stop waiting, and the work stops when nobody waits.
import { untilAborted } from '../network/deadline.ts';

interface Work<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
  settled: boolean;
}

/** What succeeded is kept where `keep` says so; what failed is done again for the next caller. */
export function createSharedWork<T>({ keep }: { readonly keep: boolean }) {
  const works = new Map<string, Work<T>>();

  function start(key: string, run: (stop: AbortSignal) => Promise<T>): Work<T> {
    const stop = new AbortController();
    const work: Work<T> = { result: run(stop.signal), stop, waiting: 0, settled: false };
    works.set(key, work);
    work.result.then(
      () => {
        work.settled = true;
        if (!keep) works.delete(key);
      },
      () => {
        works.delete(key);
      },
    );
    return work;
  }

  return async function share(
    key: string,
    run: (stop: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    signal.throwIfAborted();
    const work = works.get(key) ?? start(key, run);
    work.waiting += 1;
    try {
      return await untilAborted(work.result, signal);
    } finally {
      work.waiting -= 1;
      if (work.waiting === 0 && !work.settled) {
        works.delete(key);
        work.stop.abort();
      }
    }
  };
}
