// A command of a finding with its places filled, safe to paste into a POSIX shell: names come from Git, Azure DevOps and the
// cluster, and a branch may be called `$(…)`.
import { fill, type TextParams } from '../locale.ts';

/** Characters that no shell reads as anything but themselves. */
const PLAIN = /^[\w@%+=:,./-]+$/;

export function fillCommand(template: string, params: TextParams): string {
  const quoted = Object.entries(params).map(([name, value]) => [name, quote(String(value))] as const);
  return fill(template, Object.fromEntries(quoted));
}

function quote(value: string): string {
  return PLAIN.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
