// nock leaks between test files of one worker: what one file leaves active breaks the next one's real loopback calls.
import { afterAll } from '@jest/globals';
import nock from 'nock';

afterAll(() => {
  nock.cleanAll();
  nock.restore();
});
