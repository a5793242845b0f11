import { productName } from './product-name';

export const Mark = () => (
  <svg className="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
    <use href="#mark" />
  </svg>
);

export const Logo = () => (
  <a className="logo" href="/" aria-label={productName}>
    <Mark />
    <span className="wordmark">{productName}</span>
  </a>
);

const cells = [
  [3, 3, 4],
  [12, 1, 8],
  [25, 3, 4],
  [23, 12, 8],
  [25, 25, 4],
  [12, 23, 8],
  [3, 25, 4],
  [1, 12, 8],
] as const;

/** Decorative: the text next to it says what happens. */
export function Loader() {
  return (
    <svg className="mark mark--large loading" viewBox="0 0 32 32" width="72" height="72" aria-hidden="true">
      {cells.map(([x, y, size]) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={size} height={size} />
      ))}
      <path className="core-fill" d="M10 10h12v12H10z" />
    </svg>
  );
}
