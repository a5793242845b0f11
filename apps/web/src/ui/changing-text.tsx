/**
 * Text that may change. A browser's translation replaces text nodes, and React would go on changing the old one, so
 * each new text gets a new element.
 */
export const ChangingText = ({ children }: { children: string }) => <span key={children}>{children}</span>;
