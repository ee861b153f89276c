import { useState } from 'react';

/**
 * The first value that was there, whatever comes later: a dialog stays where it opened, since what it is about may grow meanwhile, and a form that is
 * mounted again loses what a person typed, and the answer that it waits for. Null until there is one.
 */
export function useFirst<T>(value: T | null): T | null {
  const [first, keep] = useState(value);
  if (first === null && value !== null) keep(() => value);
  return first ?? value;
}
