// A person in front of the Agents Playground: a real browser, headless.
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

export interface Chat {
  readonly page: Page;
  say(text: string): Promise<void>;
  /** The newest message of the bot that has this text; waits for it. */
  message(text: string | RegExp): Promise<string>;
  press(button: string): Promise<void>;
  screenshot(file: string, text: string | RegExp): Promise<void>;
  close(): Promise<void>;
}

/** Debian's Chromium, as root in a container and without calling home (facts/sdks.md 3). */
const BROWSER = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  ],
};

const WAIT_MS = 30_000;

export async function openChat(
  url: string,
  look: { readonly width: number; readonly height: number },
): Promise<Chat> {
  const browser: Browser = await chromium.launch(BROWSER);
  const page = await browser.newPage({ viewport: look, deviceScaleFactor: 2 });
  page.setDefaultTimeout(WAIT_MS);
  // Fonts of a CDN: nothing outside this machine is asked for.
  await page.route(
    (address) => address.hostname !== 'localhost' && address.hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  await page.goto(url);
  const editor = page.locator('[data-lexical-editor=true]').first();
  await editor.waitFor();

  const cards = page.locator('.ac-adaptiveCard');
  return {
    page,
    async say(text) {
      await editor.click();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    async message(text) {
      const card = cards.filter({ hasText: text }).last();
      await card.waitFor();
      return card.innerText();
    },
    async press(button) {
      await page.getByRole('button', { name: button, exact: true }).last().click();
    },
    async screenshot(file, text) {
      const card = cards.filter({ hasText: text }).last();
      await card.scrollIntoViewIfNeeded();
      await card.screenshot({ path: file });
    },
    close: () => browser.close(),
  };
}
