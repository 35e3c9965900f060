// At most one update of a card every so often: the newest card wins, the last one is always sent.

export interface Pace {
  /** Shows this card when its time has come, unless a newer one came first. Never throws. */
  offer(draw: () => Promise<void>): void;
  /** Waits for what is under way, then for the gap, then shows this one. Throws when it could not be shown. */
  last(draw: () => Promise<void>): Promise<void>;
}

export interface PaceOptions {
  /** Teams takes 7 sends a second per chat; eight link results in one card need far less (experience: the trace card). */
  readonly gapMs: number;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

export function pace({ gapMs, now, onError }: PaceOptions): Pace {
  let lastShown: number | null = null;
  const startedAt = now();
  let waiting: (() => Promise<void>) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();

  function show(): void {
    timer = undefined;
    const draw = waiting;
    waiting = null;
    if (draw === null) return;
    lastShown = now();
    underWay = underWay.then(draw).catch(onError);
  }

  return {
    offer(draw) {
      waiting = draw;
      timer ??= setTimeout(show, Math.max(0, (lastShown ?? startedAt) + gapMs - now()));
    },
    async last(draw) {
      clearTimeout(timer);
      waiting = null;
      await underWay;
      if (lastShown !== null) await sleep(Math.max(0, lastShown + gapMs - now()));
      await draw();
    },
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
