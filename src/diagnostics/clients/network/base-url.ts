// Where a client finds its system.

/** https, or plain http on this very machine: credentials never cross a network in the clear. */
export function checkedBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1')) return url;
  throw new Error(`Not an address to read from: ${text}. Give an https URL (http is for 127.0.0.1 only).`);
}
