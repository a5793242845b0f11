import { Mark } from './mark';
import { productName } from './product-name';

export const Logo = () => (
  <a className="logo" href="/">
    <Mark />
    {productName}
  </a>
);
