import type { ReactNode } from 'react';
import type { Currency } from './money';

/** The same thing for rupees and for dollars; the page's currency switch, plain HTML and CSS, shows one of them. */
export const Both = ({ children }: { children: (currency: Currency) => ReactNode }) => (
  <>
    <span className="inr">{children('inr')}</span>
    <span className="usd">{children('usd')}</span>
  </>
);
