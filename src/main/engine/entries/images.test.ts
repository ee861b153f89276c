import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from '../../../shared/model/index.ts';
import type { Json } from '../formats/format.ts';
import { png } from '../testing/png.ts';
import { imageFacts } from './image-facts.ts';
import { detach, imageAt, withImages } from './images.ts';

const RED = png(40, 30);
const base64 = RED.toString('base64');
const url = `data:image/png;base64,${base64}`;

const textPart = (text: string): Part => ({ type: 'text', text });
const shown = (record: string) => {
  const { record: bare, payloads } = detach(record);
  return withImages([textPart(String(bare))], payloads);
};

describe('images of an entry', () => {
  it('are removed from its text, and come by their place in it', () => {
    expect(shown(`before ${url} and ${url} after`)).toEqual([
      textPart('before (image/png) and (image/png) after'),
      { type: 'image', name: 'image/png', text: '', image: { at: 0, type: 'image/png', bytes: RED.length, width: 40, height: 30 } },
      { type: 'image', name: 'image/png', text: '', image: { at: 1, type: 'image/png', bytes: RED.length, width: 40, height: 30 } },
    ]);
    expect(imageAt({ content: [`before ${url}`] }, 0)).toEqual({ type: 'image/png', data: base64 });
    expect(imageAt({ content: [`before ${url}`] }, 1)).toBeNull();
  });

  it('are drawn only where the bytes are those of a type that a browser decodes safely, whatever the log calls them', () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64');
    for (const type of ['image/svg+xml', 'image/png']) {
      const [, drawn] = shown(`a data:${type};base64,${svg}`);
      expect(drawn?.image).toBeUndefined();
      expect(drawn?.text).toContain('not drawn');
      expect(imageAt({ text: `data:${type};base64,${svg}` }, 0)).toBeNull();
    }
    expect(imageAt({ text: url.replace('image/png', 'image/svg+xml') }, 0)?.type).toBe('image/png');
  });

  it('are not drawn where they unpack into more than a screen can hold', () => {
    const bomb = Buffer.from(RED);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const [, drawn] = shown(`a data:image/png;base64,${bomb.toString('base64')}`);
    expect(drawn).toMatchObject({ text: 'image/png, 60000 × 60000, 1 kB. It is too large to be drawn.' });
  });

  it('leave every other text as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(detach(value as Json).record).toEqual(value);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(shown(text)).toEqual([textPart(text)]);
      }),
    );
  });

  it('never throw over bytes that end anywhere or say anything', () => {
    for (let end = 0; end < RED.length; end++) expect(imageFacts(RED.subarray(0, end))?.width ?? 40).toBe(40);
    const heads = [[0xff, 0xd8], [...Buffer.from('GIF89a')], [...Buffer.from('RIFF0000WEBPVP8X')], []];
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 60 }), (head, rest) => {
        imageFacts(Buffer.from([...head, ...rest]));
      }),
    );
  });

  it('say their size in every type that is drawn', () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0, 0]);
    const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([40, 0, 30, 0, 0, 0])]);
    const webp = Buffer.alloc(30);
    webp.write('RIFF', 0);
    webp.write('WEBPVP8X', 8);
    webp.set([39, 0, 0, 29, 0, 0], 24);
    expect([jpeg, gif, webp].map(imageFacts)).toEqual(
      ['image/jpeg', 'image/gif', 'image/webp'].map((type) => ({ type, width: 40, height: 30 })),
    );
  });
});
