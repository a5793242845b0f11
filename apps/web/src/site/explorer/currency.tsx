import { type ReactNode, useEffect } from 'react';
import { type Currency, currencies } from './pricing';

/** The same content for rupees and for dollars; the style sheet shows the one that the currency switch names. */
export const PerCurrency = ({ children }: { children: (currency: Currency) => ReactNode }) => (
  <>
    <span className="inr">{children('inr')}</span>
    <span className="usd">{children('usd')}</span>
  </>
);

const labels = { inr: 'INR ₹', usd: 'USD $' } as const;

/** Switches the whole page to rupees or dollars by the style sheet alone, so that it works without script. */
export const CurrencySwitch = () => (
  <fieldset>
    <legend className="visually-hidden">Currency</legend>
    <div className="currency-switch">
      {currencies.map((currency) => (
        <label key={currency}>
          <input
            type="radio"
            name="currency"
            id={currency}
            value={currency}
            defaultChecked={currency === 'inr'}
            autoComplete="off"
          />
          {labels[currency]}
        </label>
      ))}
    </div>
  </fieldset>
);

/** Keeps the page's currency switch, which is outside the explorer, in step with the selection. */
export function useCurrencySwitch(currency: Currency, onChange: (currency: Currency) => void) {
  useEffect(() => {
    const radios = document.querySelectorAll<HTMLInputElement>('[name=currency]');
    const change = ({ target }: Event) => onChange((target as HTMLInputElement).value as Currency);
    for (const radio of radios) {
      radio.checked = radio.value === currency;
      radio.addEventListener('change', change);
    }
    return () => {
      for (const radio of radios) radio.removeEventListener('change', change);
    };
  });
}
