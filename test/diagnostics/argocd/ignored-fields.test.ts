// Which fields Argo CD leaves out of the comparison: facts/argocd.md 5 E3.
import { describe, expect, test } from '@jest/globals';
import {
  containerRules,
  fieldRules,
  imageRules,
  replicasIgnored,
  respectsIgnoredFields,
} from '../../../src/diagnostics/argocd/ignored-fields.ts';
import { application, deployment } from './objects.ts';

const OWNER = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' };
const CONTAINER = { kind: 'Deployment', index: 0, name: 'web', metadata: undefined };

function rulesOf(rule: Record<string, unknown>, cm: Record<string, string> = {}) {
  const one = application({ spec: { ignoreDifferences: [{ group: 'apps', kind: 'Deployment', ...rule }] } });
  return fieldRules(one, { cm, params: null }, OWNER);
}

describe('does the rule cover the image?', () => {
  test.each([
    ['the field', { jsonPointers: ['/spec/template/spec/containers/0/image'] }, true],
    ['the list', { jsonPointers: ['/spec/template/spec/containers'] }, true],
    ['the whole spec', { jsonPointers: ['/spec'] }, true],
    ['another position', { jsonPointers: ['/spec/template/spec/containers/1/image'] }, false],
    ['another field', { jsonPointers: ['/spec/template/spec/containers/0/resources'] }, false],
    ['the replicas', { jsonPointers: ['/spec/replicas'] }, false],
    ['init containers', { jsonPointers: ['/spec/template/spec/initContainers/0/image'] }, false],
    ['jq over all containers', { jqPathExpressions: ['.spec.template.spec.containers[].image'] }, true],
    ['jq by position', { jqPathExpressions: ['.spec.template.spec.containers[0].image'] }, true],
    [
      'jq by its name',
      { jqPathExpressions: ['.spec.template.spec.containers[] | select(.name == "web") | .image'] },
      true,
    ],
    [
      'jq by its name, in one go',
      { jqPathExpressions: ['.spec.template.spec.containers[] | select(.name == "web").image'] },
      true,
    ],
    [
      'jq by another name',
      { jqPathExpressions: ['.spec.template.spec.containers[] | select(.name == "istio-proxy")'] },
      false,
    ],
    ['jq with quotes', { jqPathExpressions: ['."spec"["template"].spec.containers[]?.image'] }, true],
    ['jq that is not read', { jqPathExpressions: ['.. | .image?'] }, false],
    ['an annotation with a slash', { jsonPointers: ['/metadata/annotations/example.org~1x'] }, false],
  ])('%s', (_, rule, covers) => {
    expect(imageRules(rulesOf(rule), CONTAINER)).toHaveLength(covers ? 1 : 0);
  });

  test.each([
    ['the manager that wrote it', 'updater', true],
    ['a manager that wrote something else', 'helm', false],
  ])('%s', (_, manager, covers) => {
    const owns = (fields: Record<string, unknown>) => ({
      'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': fields } } } },
    });
    const { metadata } = deployment('web:1', {
      metadata: {
        managedFields: [
          { manager: 'updater', fieldsV1: owns({ 'f:image': {} }) },
          { manager: 'helm', fieldsV1: owns({ 'f:resources': {} }) },
        ],
      },
    });

    expect(
      imageRules(rulesOf({ managedFieldsManagers: [manager] }), { ...CONTAINER, metadata }),
    ).toHaveLength(covers ? 1 : 0);
  });

  test('a CronJob has its template one level deeper', () => {
    const one = application({
      spec: {
        ignoreDifferences: [
          {
            group: 'batch',
            kind: 'CronJob',
            jsonPointers: ['/spec/jobTemplate/spec/template/spec/containers/0/image'],
          },
        ],
      },
    });
    const rules = fieldRules(one, undefined, { ...OWNER, group: 'batch', kind: 'CronJob' });

    expect(imageRules(rules, { ...CONTAINER, kind: 'CronJob' })).toHaveLength(1);
    expect(imageRules(rules, CONTAINER)).toHaveLength(0);
  });
});

describe('does the rule apply to the object?', () => {
  const image = { jsonPointers: ['/spec/template/spec/containers/0/image'] };

  test.each([
    ['any group and kind', { group: '*', kind: '*' }, true],
    ['another kind', { kind: 'StatefulSet' }, false],
    ['the core group', { group: undefined }, false],
    ['its name', { name: 'web' }, true],
    ['another name', { name: 'api' }, false],
    ['another namespace', { namespace: 'other' }, false],
  ])('%s', (_, rule, applies) => {
    expect(imageRules(rulesOf({ ...image, ...rule }), CONTAINER)).toHaveLength(applies ? 1 : 0);
  });
});

describe('rules of the installation', () => {
  const text = 'jqPathExpressions:\n- .spec.template.spec.containers[].image\n';
  const none = application();

  test.each([
    ['of the kind', { 'resource.customizations.ignoreDifferences.apps_Deployment': text }, 1],
    ['of everything', { 'resource.customizations.ignoreDifferences.all': text }, 1],
    ['of another kind', { 'resource.customizations.ignoreDifferences.apps_StatefulSet': text }, 0],
    [
      'in the older form',
      {
        'resource.customizations': `apps/Deployment:\n  ignoreDifferences: |\n    jqPathExpressions:\n    - .spec.template.spec.containers[].image\n`,
      },
      1,
    ],
    ['that nobody can parse', { 'resource.customizations.ignoreDifferences.all': ': [' }, 0],
  ])('%s', (_, cm, count) => {
    const rules = imageRules(fieldRules(none, { cm: cm, params: null }, OWNER), CONTAINER);

    expect(rules).toHaveLength(count);
    if (count > 0) expect(rules[0]?.in).toBe('settings');
  });
});

test('a rule inside the containers can hold the whole list', () => {
  const inside = rulesOf({ jqPathExpressions: ['.spec.template.spec.containers[].resources'] });

  expect(containerRules(inside, 'Deployment')).toHaveLength(1);
  expect(containerRules(rulesOf({ jsonPointers: ['/spec/replicas'] }), 'Deployment')).toHaveLength(0);
  expect(
    respectsIgnoredFields(
      application({ spec: { syncPolicy: { syncOptions: ['RespectIgnoreDifferences=true'] } } }),
    ),
  ).toBe(true);
  expect(respectsIgnoredFields(application())).toBe(false);
});

test.each([
  [['/spec/replicas'], true],
  [['/spec'], true],
  [['/spec/template'], false],
])('%j ignores the replicas: %s', (jsonPointers, ignored) => {
  expect(replicasIgnored(rulesOf({ jsonPointers }))).toBe(ignored);
});
