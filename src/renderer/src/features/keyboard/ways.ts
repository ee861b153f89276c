/** Why there is no way back or forward through the places one was at; null where there is one. An old browser does not say, and then both ways are offered. */
export function whyNoWay(way: 'back' | 'forward'): string | null {
  const may = way === 'back' ? window.navigation?.canGoBack : window.navigation?.canGoForward;
  return may === false ? `There is no place to go ${way} to.` : null;
}
