// Image references: what is registry, repository, tag and digest, and when two names are one image.
import { describe, expect, test } from '@jest/globals';
import { digestOf, imageText, parseImage, sameImage } from '../../../src/diagnostics/gitops/image-name.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

describe('parseImage', () => {
  test.each([
    ['nginx', '', 'nginx', null, null],
    ['nginx:1.27', '', 'nginx', '1.27', null],
    ['team/x', '', 'team/x', null, null],
    ['a.io/team/x:12', 'a.io', 'team/x', '12', null],
    ['A.IO/team/x:12', 'a.io', 'team/x', '12', null],
    ['a.io:5000/x', 'a.io:5000', 'x', null, null],
    ['a.io:5000/x:12', 'a.io:5000', 'x', '12', null],
    ['localhost/x:12', 'localhost', 'x', '12', null],
    ['localhost:5000/x', 'localhost:5000', 'x', null, null],
    [`a.io/x@${DIGEST}`, 'a.io', 'x', null, DIGEST],
    [`a.io/x:12@${DIGEST}`, 'a.io', 'x', '12', DIGEST],
    ['a.io/x@sha256:short', 'a.io', 'x@sha256', 'short', null],
  ])('%s', (reference, registry, repository, tag, digest) => {
    expect(parseImage(reference)).toEqual({ registry, repository, tag, digest });
  });
});

describe('sameImage', () => {
  test.each([
    ['a.io/x', 'a.io/x', true],
    ['a.io/x', 'x', true],
    ['x', 'a.io/x', true],
    ['a.io/x', 'b.io/x', false],
    ['a.io/x', 'a.io/xx', false],
    ['a.io/team/x', 'a.io/x', false],
    ['A.io/x', 'a.io/x', true],
  ])('%s and %s: %s', (a, b, same) => {
    expect(sameImage(parseImage(a), parseImage(b))).toBe(same);
    expect(sameImage(parseImage(b), parseImage(a))).toBe(same);
  });
});

test.each([
  ['a.io/team/x:12', 'a.io/team/x'],
  ['x:12', 'x'],
])('imageText of %s is %s', (reference, text) => {
  expect(imageText(parseImage(reference))).toBe(text);
});

// facts/kubernetes.md F10: the name before the digest differs between runtimes.
test.each([
  [`a.io/x@${DIGEST}`, DIGEST],
  [`docker-pullable://a.io/x@${DIGEST}`, DIGEST],
  [DIGEST, DIGEST],
  ['a.io/x:12', null],
  ['', null],
  [undefined, null],
])('digestOf %s', (imageId, digest) => {
  expect(digestOf(imageId)).toBe(digest);
});
