/**
 * A browser's translation replaces text nodes, but React would change the old node. Each new text therefore gets a new
 * element.
 */
export const ChangingText = ({ children }: { children: string }) => <span key={children}>{children}</span>;
