// The image entries of YAML files as people write them: values are the text of the file, never what YAML makes of it.
import { describe, expect, test } from '@jest/globals';
import { imageEntries, type ImageEntry } from '../../../src/diagnostics/gitops/image-entries.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

function entriesOf(text: string): readonly ImageEntry[] {
  const parsed = imageEntries(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.entries;
}

/** `image.tag=4812`, in file order. */
function told(text: string): string[] {
  return entriesOf(text).map(({ keys, tag }) => `${keys.join('.')}=${tag ?? '∅'}`);
}

describe('a tag is the text of the file (facts/azure-devops-and-acr.md 5.1)', () => {
  test.each([
    ['tag: 4812', '4812', false],
    ['tag: "4812"', '4812', true],
    ["tag: '4812'", '4812', true],
    ['tag: "4812" # set by run 4812', '4812', true],
    ['tag: 4_812', '4_812', false],
    ['tag: 1e3', '1e3', false],
    ['tag: 0123', '0123', false],
    ['tag: 0x1F', '0x1F', false],
    ['tag: 1.10', '1.10', false],
    ['tag: 2027-01-01', '2027-01-01', false],
    ['tag: true', 'true', false],
    ['tag: !!str 4812', '4812', false],
    ['tag: >-\n    4812', '4812', false],
    ['tag: ""', '', true],
    ['tag:', null, false],
    ['tag: null', null, false],
    ['tag: ~', null, false],
  ])('%j', (line, tag, quoted) => {
    expect(entriesOf(`image:\n  ${line}\n`)).toEqual([
      { keys: ['image', 'tag'], document: 0, tag, repository: null, form: 'tag', quoted },
    ]);
  });

  test('line ends of Windows and a byte order mark change nothing', () => {
    const text = 'image:\n  repository: a.io/x\n  tag: 4812\n';
    expect(entriesOf(text.replaceAll('\n', '\r\n'))).toEqual(entriesOf(text));
    expect(entriesOf(`\uFEFF${text}`)).toEqual(entriesOf(text));
    expect(told(text)).toEqual(['image.tag=4812']);
  });
});

describe('which keys hold a tag', () => {
  test.each([
    ['tag'],
    ['imageTag'],
    ['image_tag'],
    ['image-tag'],
    ['imagetag'],
    ['imageVersion'],
    ['image_version'],
    ['chatTag'],
    ['chat_tag'],
    ['chat-tag'],
  ])('%s does', (key) => {
    expect(told(`${key}: 12`)).toEqual([`${key}=12`]);
  });

  test.each([['tags'], ['TAG'], ['stage'], ['vintage'], ['version'], ['hashtag'], ['tagline']])(
    '%s does not',
    (key) => {
      expect(told(`${key}: 12`)).toEqual([]);
    },
  );

  test.each([
    ['a list', 'tag:\n- 12\n', []],
    ['a map', 'tag:\n  a: 12\n', []],
    ['a template that is no YAML value', 'image:\n  tag: {{ .Values.tag }}\n', []],
    ['appVersion of a chart', 'apiVersion: v2\nappVersion: 12\n', ['appVersion=12']],
    ['appVersion deeper down', 'a:\n  appVersion: 12\n', []],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });
});

describe('the image beside a tag', () => {
  test.each([
    ['repository: a.io/x', 'a.io/x'],
    ['registry: a.io\n  repository: team/x', 'a.io/team/x'],
    ['registry: ""\n  repository: x', 'x'],
    ['image: a.io/x', 'a.io/x'],
    ['name: x', 'x'],
    ['repository: a.io/x\n  name: other', 'a.io/x'],
    ['pullPolicy: Always', null],
    ['repository:', null],
  ])('%j', (line, repository) => {
    const entries = entriesOf(`image:\n  ${line}\n  tag: 12\n`).filter(({ form }) => form === 'tag');
    expect(entries.map((entry) => entry.repository)).toEqual([repository]);
  });

  test.each([
    [
      'digest beside a tag',
      `repository: a.io/x\n  tag: 1\n  digest: ${DIGEST}`,
      ['image.tag=1', `image.digest=${DIGEST}`],
    ],
    ['an empty digest is none', 'repository: a.io/x\n  tag: 1\n  digest: ""', ['image.tag=1']],
    ['a digest of something else', `size: 3\n  digest: ${DIGEST}`, []],
  ])('%s', (_, lines, expected) => {
    expect(told(`image:\n  ${lines}\n`)).toEqual(expected);
  });
});

describe('references', () => {
  test.each([
    ['image: nginx:1.27', 'nginx', '1.27'],
    ['image: "a.io/team/x:v1.2-rc.1"', 'a.io/team/x', 'v1.2-rc.1'],
    ['image: localhost:5000/x:12', 'localhost:5000/x', '12'],
    ['image: a.io:443/team/x:12', 'a.io:443/team/x', '12'],
    [`image: a.io/x:12@${DIGEST}`, 'a.io/x', '12'],
    ['containerImage: a.io/x:12', 'a.io/x', '12'],
  ])('%s', (line, repository, tag) => {
    expect(entriesOf(line).map((entry) => [entry.form, entry.repository, entry.tag])).toEqual([
      ['reference', repository, tag],
    ]);
  });

  test.each([
    ['no tag', 'image: nginx'],
    ['a port is no tag', 'image: localhost:5000/x'],
    ['a digest alone', `image: a.io/x@${DIGEST}`],
    ['an address', 'url: http://a.io:8080/x'],
    ['an address with a port at its end', 'url: http://a.io/x:8080'],
    ['a command', 'command: /bin/sh:x'],
    ['a sentence', 'note: see a/b:c'],
    ['a time', 'at: 12:30'],
  ])('%s is none', (_, line) => {
    expect(told(line)).toEqual([]);
  });

  test('of a manifest, with its init containers', () => {
    const manifest = `spec:
  template:
    spec:
      initContainers:
      - image: a.io/migrate:7
      containers:
      - name: x
        image: 'a.io/x:12'
`;
    expect(told(manifest)).toEqual([
      'spec.template.spec.initContainers.0.image=7',
      'spec.template.spec.containers.0.image=12',
    ]);
  });
});

describe('Kustomize images', () => {
  test('newName names the image, else name; a digest stands beside the tag it wins over', () => {
    const text = `images:
- name: x
  newName: a.io/team/x
  newTag: "12"
- name: a.io/y
  newTag: 13
  digest: ${DIGEST}
- name: a.io/z
  digest: ${DIGEST}
- name: only
  newName: a.io/only
`;
    expect(
      entriesOf(text).map(({ keys, repository, tag, form }) => [keys.join('.'), repository, tag, form]),
    ).toEqual([
      ['images.0.newTag', 'a.io/team/x', '12', 'kustomize'],
      ['images.1.newTag', 'a.io/y', '13', 'kustomize'],
      ['images.1.digest', 'a.io/y', DIGEST, 'digest'],
      ['images.2.digest', 'a.io/z', DIGEST, 'digest'],
    ]);
  });

  test('a list of images that is not Kustomize’s', () => {
    expect(told('images:\n- repository: a.io/x\n  tag: 12\n')).toEqual(['images.0.tag=12']);
    expect(told('images:\n- a.io/x\n')).toEqual([]);
  });
});

describe('anchors, aliases, documents', () => {
  test.each([
    ['an anchor on the tag', 'image:\n  tag: &v "12"\n', ['image.tag=12']],
    ['an alias as a tag reads as its anchor', 'v: &v "12"\nimage:\n  tag: *v\n', ['image.tag=12']],
    ['an alias of a whole map counts at its anchor only', 'a: &a\n  tag: 12\nb: *a\n', ['a.tag=12']],
    ['an alias to nothing', 'image:\n  repository: *gone\n  tag: 12\n', ['image.tag=12']],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  test('the entry says which document it is in', () => {
    const entries = entriesOf('image: a.io/x:1\n---\n# nothing\n---\nimage: a.io/y:2\n');
    expect(entries.map(({ document, tag }) => [document, tag])).toEqual([
      [0, '1'],
      [2, '2'],
    ]);
  });

  test.each([
    ['nothing', ''],
    ['a comment', '# later\n'],
    ['a text', 'hello\n'],
    ['keys that are no scalars', '? [a, b]\n: c\n'],
  ])('%s has no entry', (_, text) => {
    expect(told(text)).toEqual([]);
  });

  test('JSON is YAML', () => {
    expect(told('{"image": {"tag": "12"}}')).toEqual(['image.tag=12']);
  });
});

describe('a file that is no YAML gives its first error', () => {
  test.each([
    ['a: [1,\n', 'line 2'],
    ['image:\n   tag: 1\n  x: 2\n', 'line 3'],
    ['\timage: 1\n', 'line 1'],
    ['image:\n  tag: "12\n', 'line'],
    ['image: a.io/x:1\n---\nb: [\n', 'line'],
  ])('%j', (text, place) => {
    const parsed = imageEntries(text);
    expect(parsed).toEqual({ ok: false, error: expect.stringContaining(place) as unknown });
    expect(!parsed.ok && parsed.error).not.toContain('\n');
  });
});
