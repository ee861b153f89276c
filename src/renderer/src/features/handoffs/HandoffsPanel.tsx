export const HandoffsPanel = () => <p>This is being built.</p>;
