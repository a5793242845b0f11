import { Both } from '../explorer/both';
import { Cells } from '../explorer/cells';
import { type Currency, formatPrice } from '../explorer/money';
import type { GpuPrice } from '../prices';
import { More } from './actions';
import { Band } from './band';
import type { SectionProps } from './section-props';

/** A cell is ₹10 or $0.10 an hour. */
const cellsOf = (price: GpuPrice, currency: Currency) =>
  currency === 'inr' ? price.inrPerHour / 10 : price.usdPerHour * 10;

const Price = ({ price, scale }: { price: GpuPrice; scale: number }) => (
  <li>
    <h3>{price.gpu}</h3>
    <p className="price">
      <Both>{(currency) => formatPrice(price, currency, 'hour')}</Both> <small>/hr</small>
    </p>
    <p className="muted">
      <Both>{(currency) => formatPrice(price, currency, 'month')}</Both> a month
    </p>
    <Both>{(currency) => <Cells count={cellsOf(price, currency)} of={scale} />}</Both>
  </li>
);

const Choice = ({ currency, sign, name }: { currency: Currency; sign: string; name: string }) => (
  <label>
    <input type="radio" name="currency" id={currency} defaultChecked={currency === 'inr'} autoComplete="off" />
    <b aria-hidden="true">{sign}</b>
    <span>{name}</span>
  </label>
);

/** The core of the block switches the currency, by the style sheet alone. */
const CurrencyCore = () => (
  <li className="nine__core">
    <fieldset className="flip">
      <legend className="vh">Currency</legend>
      <Choice currency="inr" sign="₹" name="INR" />
      <Choice currency="usd" sign="$" name="USD" />
    </fieldset>
    <p className="cap">
      One cell is <Both>{(currency) => (currency === 'inr' ? '₹10' : '$0.10')}</Both> an hour
    </p>
  </li>
);

export function Prices({ section, cell }: SectionProps<'prices'>) {
  const scale = Math.max(...section.gpus.map((price) => cellsOf(price, 'usd')));
  const cells = section.gpus.map((price) => <Price key={price.gpu} price={price} scale={scale} />);
  return (
    <Band section={section} cell={cell}>
      <ol className="nine nine--gpu">{[...cells.slice(0, 4), <CurrencyCore key="core" />, ...cells.slice(4)]}</ol>
      {section.action && (
        <p className="after">
          <More action={section.action} />
        </p>
      )}
    </Band>
  );
}
