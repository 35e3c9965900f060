// Made-up ids and words that are always the same for the same seed and subject.
import { createHash } from 'node:crypto';

/** Hexadecimal digits that depend on nothing but the seed and the subject. */
export function seededHex(seed: string, subject: string, length: number): string {
  let hex = '';
  for (let round = 0; hex.length < length; round += 1) {
    hex += createHash('sha256').update(`${seed}\n${round}\n${subject}`).digest('hex');
  }
  return hex.slice(0, length);
}

/** A whole number from 0 to below. */
export function seededNumber(seed: string, subject: string, below: number): number {
  return Number.parseInt(seededHex(seed, subject, 12), 16) % below;
}

/** A Git id. It starts with a letter, so that no abbreviation of it reads as a number. */
export function seededSha(seed: string, subject: string): string {
  const hex = seededHex(seed, subject, 40);
  return 'abcdf'.charAt(Number.parseInt(hex.charAt(0), 16) % 5) + hex.slice(1);
}

/** No group of four is all digits: none reads as the id of a run. */
export function seededUuid(seed: string, subject: string): string {
  const hex = seededHex(seed, subject, 32);
  return [
    hex.slice(0, 8),
    `c${hex.slice(9, 12)}`,
    `4d${hex.slice(14, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

export function seededDigest(seed: string, subject: string): string {
  return `sha256:${seededHex(seed, subject, 64)}`;
}

/** The alphabet of generated names: no vowels, nothing that looks like another letter (facts/kubernetes.md 4.1). */
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

export function seededSuffix(seed: string, subject: string, length: number): string {
  const hex = seededHex(seed, subject, length * 4);
  return Array.from({ length }, (_, index) =>
    SAFE.charAt(Number.parseInt(hex.slice(index * 4, index * 4 + 4), 16) % SAFE.length),
  ).join('');
}

const STARTS = 'bdfgklmnprstvz';
const MIDDLES = 'aeiou';

/** A word that no system knows: vorimel, sadoku… Same length class as the one it stands for. */
export function seededWord(seed: string, subject: string, length: number): string {
  const hex = seededHex(seed, subject, length * 4);
  return Array.from({ length }, (_, index) => {
    const letters = index % 2 === 0 ? STARTS : MIDDLES;
    return letters.charAt(Number.parseInt(hex.slice(index * 4, index * 4 + 4), 16) % letters.length);
  }).join('');
}
