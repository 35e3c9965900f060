// A list read whole, page by page, within limits.
import type { Deadline } from '../network/deadline.ts';
import { decodeList, withType } from './decode.ts';
import type { Look } from './look.ts';
import { refused } from './status.ts';
import type { Response, Send } from './transport.ts';

/** 250 objects a page, at most 4 pages: facts/kubernetes.md 7.3. */
const pageSize = 250;
const mostPages = 4;
/** The directory lists every Application there is, in pages of 500 (architecture, section 5); 20,000 is beyond any installation. */
const wholePageSize = 500;
const mostWholePages = 40;

interface Pages {
  /** Each with apiVersion and kind. */
  readonly items: readonly unknown[];
  /** There was more. */
  readonly truncated: boolean;
}

export interface PageOptions {
  /** Kind of the items where it is known before; else the list names it. */
  readonly kind?: string;
  /** Whether an answer other than 200 means that there are none. */
  readonly isNone: (response: Response) => boolean;
  /** To the end, for a list that is kept: not for a trace. */
  readonly whole?: boolean;
}

export async function readPages(
  send: Send,
  look: Look,
  options: PageOptions,
  deadline: Deadline,
): Promise<Pages> {
  let items: unknown[] = [];
  let next: string | undefined;
  let pages = 0;
  let mayRestart = true;
  for (;;) {
    const query = {
      ...look.query,
      limit: String(options.whole === true ? wholePageSize : pageSize),
      continue: next,
    };
    const response = await send({ ...look, query }, deadline);
    if (response.status === 410 && next !== undefined && mayRestart) {
      // The server no longer keeps the snapshot that the token continues: from the beginning, once.
      [items, next, pages, mayRestart] = [[], undefined, 0, false];
      continue;
    }
    if (options.isNone(response)) return { items: [], truncated: false };
    if (response.status !== 200) throw refused(look, response);

    const list = decodeList(response.text, look.what);
    const apiVersion = options.kind === undefined ? list.apiVersion : look.apiVersion;
    const kind = options.kind ?? list.kind.replace(/List$/, '');
    items.push(...list.items.map((item) => withType(item, apiVersion, kind)));
    next = list.next;
    pages += 1;
    if (next === undefined || pages === (options.whole === true ? mostWholePages : mostPages))
      return { items, truncated: next !== undefined };
  }
}
