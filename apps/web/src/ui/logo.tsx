import { Mark } from './mark';
import { productName } from './product-name';

/** The wordmark is drawn in outlines, so that it never depends on a font. */
export const Logo = () => (
  <a className="logo" href="/" aria-label={productName}>
    <Mark />
    <svg className="wordmark" aria-hidden="true">
      <use href="#wordmark" />
    </svg>
  </a>
);
