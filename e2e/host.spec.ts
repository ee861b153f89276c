import { expect, test } from './hosts.ts';

/** Waits until the window is drawn. */
const drawn = test.extend({});
drawn.beforeEach(async ({ host }) => {
  await expect(host.page.getByRole('navigation', { name: 'Library' })).toBeVisible();
});

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

drawn('the page comes with its policy as a header, and keeps to it by itself', async ({ host }) => {
  const headers = await host.page.evaluate(async () => Object.fromEntries((await fetch(location.pathname)).headers));
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  expect(headers['content-security-policy']).toBe(policy);
  expect(host.complaints).toEqual([]);
});

drawn('the page has nothing of Node and nothing of Electron', async ({ host }) => {
  const found = await host.page.evaluate(() =>
    ['process', 'require', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter((name) => name in globalThis),
  );
  expect(found).toEqual([]);
  const lent = await host.page.evaluate(() => Object.keys((globalThis as { tapescope?: object }).tapescope ?? {}).sort());
  const bridge = ['call', 'cancel', 'host', 'onCommand', 'pathOf', 'pick', 'subscribe'];
  expect(lent).toEqual(host.kind === 'browser' ? [] : bridge);
});

drawn('the page can neither run text as code nor speak to another host', async ({ host }) => {
  const outcome = await host.page.evaluate(async () => {
    const marks = globalThis as { ran?: string };
    const refused = (run: () => unknown) => {
      try {
        run();
        return false;
      } catch {
        return true;
      }
    };
    const script = document.createElement('script');
    script.textContent = 'globalThis.ran = "inline script"';
    document.body.append(script);
    const image = document.createElement('div');
    // What a careless component would do with a log.
    image.innerHTML = '<img src="x:" onerror="globalThis.ran = \'handler\'"><a id="script-link" href="javascript:globalThis.ran = 1">x</a>';
    document.body.append(image);
    document.getElementById('script-link')?.click();
    const reached = await fetch('https://example.org/').then(
      () => true,
      () => false,
    );
    // In a task of its own: what Playwright runs directly is exempt from the policy.
    const evaluated = await new Promise((resolve) => setTimeout(() => resolve(!refused(() => new Function('return 1')()))));
    return { evaluated, reached, ran: marks.ran ?? null };
  });
  expect(outcome).toEqual({ evaluated: false, reached: false, ran: null });
});

drawn('a page elsewhere cannot be put into a frame of the window', async ({ host }) => {
  const { page } = host;
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://example.org/';
    document.body.append(frame);
  });
  await expect.poll(() => host.complaints.some((line) => line.includes('frame-src') || line.includes("default-src 'none'"))).toBe(true);
});
