import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

/** SCRAM-SHA-256 (RFC 7677), by which server and client prove to each other that they know the password. */

export const MECHANISM = 'SCRAM-SHA-256';

const hmac = (key: Buffer, said: string): Buffer => createHmac('sha256', key).update(said).digest();
const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

const fieldsOf = (said: string): Map<string, string> => new Map(said.split(',').map((field) => [field.slice(0, 1), field.slice(2)]));

export interface Scram {
  first: string;
  /** Answers what the server said first. Throws where that does not fit. */
  prove(said: string): string;
  /** Whether the server knows the password too. */
  proves(said: string): boolean;
}

export function createScram(password: string, nonce = randomBytes(18).toString('base64')): Scram {
  const bare = `n=,r=${nonce}`;
  let expected: Buffer = Buffer.alloc(0);
  return {
    first: `n,,${bare}`,
    prove(said) {
      const fields = fieldsOf(said);
      const [all = '', salt = '', rounds = 0] = [fields.get('r'), fields.get('s'), Number(fields.get('i'))];
      if (!all.startsWith(nonce) || salt === '' || !(rounds > 0)) throw new Error('its proof does not fit what it was asked');
      const salted = pbkdf2Sync(password.normalize('NFKC'), Buffer.from(salt, 'base64'), rounds, 32, 'sha256');
      const ending = `c=biws,r=${all}`;
      const signed = `${bare},${said},${ending}`;
      const key = hmac(salted, 'Client Key');
      const signature = hmac(digest(key), signed);
      expected = hmac(hmac(salted, 'Server Key'), signed);
      return `${ending},p=${Buffer.from(key.map((byte, at) => byte ^ (signature[at] ?? 0))).toString('base64')}`;
    },
    proves(said) {
      const proof = Buffer.from(fieldsOf(said).get('v') ?? '', 'base64');
      return proof.length === expected.length && timingSafeEqual(proof, expected);
    },
  };
}
