import { currencyNames } from './figures';
import { type Currency, currencies, formatMinor, grouped, type Plan } from './money';
import { type Quote, quote, type Usage } from './plans';

const words: Record<Plan, string> = { hour: 'By the hour', month: 'By the month' };
const other = { hour: 'month', month: 'hour' } as const;

/** `8 × H100, 300 hours each`. */
const usageOf = ({ gpu, count, hours }: Usage) =>
  `${grouped(count)} × ${gpu.gpu}, ${hours} ${hours === 1 ? 'hour' : 'hours'}${count > 1 ? ' each' : ''}`;

function verdictOf({ cheapest, savedMinor, ...cost }: Quote, currency: Currency): string {
  if (!cheapest) return 'Both plans cost the same.';
  const rival = other[cheapest];
  const [paid, saved] = [cost[rival], savedMinor].map((minor) => formatMinor(currency, minor));
  return `${words[rival]} it would be ${paid}: ${saved} more.`;
}

/** What a usage costs in a month, in both currencies as listed, by the cheaper plan. */
export const Quotes = ({ usage }: { usage: Usage }) => (
  <div className="quotes">
    <p className="cap">{usageOf(usage)}, a month</p>
    {currencies.map((currency) => {
      const result = quote(usage, currency);
      const plan = result.cheapest ?? 'hour';
      return (
        <div key={currency}>
          <p className="cap">
            {currencyNames[currency]} · {words[plan]}
          </p>
          <p className="fig">{formatMinor(currency, result[plan])}</p>
          <p className="muted">{verdictOf(result, currency)}</p>
        </div>
      );
    })}
  </div>
);

/** The same for screen readers, in one sentence that is spoken when the numbers have come to rest. */
export function spokenQuote(usage: Usage): string {
  const parts = currencies.map((currency) => {
    const result = quote(usage, currency);
    const plan = result.cheapest ?? 'hour';
    return `${formatMinor(currency, result[plan])} ${words[plan].toLowerCase()}. ${verdictOf(result, currency)}`;
  });
  return `${usageOf(usage)}: ${parts.join(' ')}`;
}
