import { type ReactNode, useEffect } from 'react';
import { type Currency, currencies } from './pricing';

/** Content in rupees and in dollars; the style sheet shows the chosen currency. */
export const PerCurrency = ({ children }: { children: (currency: Currency) => ReactNode }) => (
  <>
    <span className="in-inr">{children('inr')}</span>
    <span className="in-usd">{children('usd')}</span>
  </>
);

const labels = { inr: 'INR ₹', usd: 'USD $' } as const;

/** The style sheet alone switches the page's currency, so that it works without script. */
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

/** Synchronises the currency switch, which is outside the explorer, with the selection. */
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
