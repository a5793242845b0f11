import { useState } from 'react';
import { Icon } from '../../ui/icon';
import type { GpuPrice } from '../prices';
import { BreakEvenPlot, cellOf } from './break-even-plot';
import { PerCurrency } from './currency';
import {
  breakEvenDaysOf,
  breakEvenHours,
  contactAbout,
  describeUsage,
  grouped,
  inquiryTopic,
  MAX_HOURS,
  offerOf,
  planLabels,
  spokenQuote,
  type Usage,
} from './pricing';
import { gpuBySlug, MAX_COUNT, type Selection, slugOf } from './selection';
import type { Choose } from './use-selection';

type Props = { gpus: GpuPrice[]; selection: Selection; settled: Selection; choose: Choose; adjust: Choose };

const fields = {
  count: { label: 'How many', min: 1, max: MAX_COUNT },
  hours: { label: 'Hours a month, each', min: 0, max: MAX_HOURS },
};
type Field = keyof typeof fields;

function isValid(field: Field, text: string) {
  const { min, max } = fields[field];
  return text !== '' && Number.isInteger(Number(text)) && Number(text) >= min && Number(text) <= max;
}

const usageOf = (gpus: GpuPrice[], { gpu, count, hours }: Selection) => ({ gpu: gpuBySlug(gpus, gpu), count, hours });

export function Calculator({ gpus, selection, settled, choose, adjust }: Props) {
  /** Invalid numbers as typed. The result keeps the last valid ones. */
  const [invalid, setInvalid] = useState<Partial<Record<Field, string>>>({});
  const usage = usageOf(gpus, selection);
  const change = (field: Field, text: string) => {
    const valid = isValid(field, text);
    setInvalid({ ...invalid, [field]: valid ? undefined : text });
    if (valid) adjust({ [field]: Number(text) });
  };
  const numberField = (field: Field) => (
    <NumberField
      field={field}
      text={invalid[field] ?? String(selection[field])}
      invalid={invalid[field] !== undefined}
      onChange={(text) => change(field, text)}
    />
  );
  const speaks = Object.values(invalid).every((text) => text === undefined);
  return (
    <form id="usage" className="calculator" noValidate autoComplete="off" onSubmit={(event) => event.preventDefault()}>
      <div className="form calculator__fields needs-script">
        <label htmlFor="gpu">
          GPU
          <select id="gpu" name="gpu" value={selection.gpu} onChange={({ target }) => choose({ gpu: target.value })}>
            {gpus.map((gpu) => (
              <option key={gpu.gpu} value={slugOf(gpu)}>
                {gpu.gpu}
              </option>
            ))}
          </select>
        </label>
        {numberField('count')}
        {numberField('hours')}
      </div>
      <div>
        <PerCurrency>
          {(currency) => <BreakEvenPlot gpu={usage.gpu} currency={currency} hours={usage.hours} />}
        </PerCurrency>
        <input
          className="calculator__slider needs-script"
          type="range"
          min="0"
          max={MAX_HOURS}
          value={selection.hours}
          aria-label={fields.hours.label}
          onChange={({ target }) => change('hours', target.value)}
        />
        <p className="caption">
          <PerCurrency>{(currency) => cellOf(usage.gpu, currency)}</PerCurrency>
        </p>
      </div>
      <div className="stack">
        <BreakEven gpu={usage.gpu} />
        <div className="needs-script">
          <Quotes usage={usage} />
          <a className="btn btn--solid quotes__send" href={contactAbout(inquiryTopic(usage))}>
            Send this configuration
          </a>
          <p className="visually-hidden" role="status">
            {speaks && spokenQuote(usageOf(gpus, settled))}
          </p>
        </div>
      </div>
    </form>
  );
}

type NumberFieldProps = { field: Field; text: string; invalid: boolean; onChange: (text: string) => void };

/** The bounds are the hint, or the error if the number is outside them. */
function NumberField({ field, text, invalid, onChange }: NumberFieldProps) {
  const { label, min, max } = fields[field];
  const bounds = `${min} to ${grouped(max)}`;
  return (
    <div>
      <label htmlFor={field}>{label}</label>
      <input
        id={field}
        name={field}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        required
        value={text}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={invalid || undefined}
        aria-describedby={`${field}-bounds`}
      />
      {/* Each text is a new element, because a browser's translation may have replaced the old one. */}
      <p key={String(invalid)} className={invalid ? 'field-error' : 'hint'} id={`${field}-bounds`}>
        {invalid && <Icon name="alert" className="icon--small" />}
        {invalid ? `A whole number, ${bounds}.` : bounds}
      </p>
    </div>
  );
}

const BreakEven = ({ gpu }: { gpu: GpuPrice }) => (
  <PerCurrency>
    {(currency) => (
      <span className="break-even-hours" key={gpu.gpu}>
        <span className="caption">{`Break-even of one ${gpu.gpu}`}</span>
        <span className="figure figure--xl">
          {Math.floor(breakEvenHours(gpu, currency))}
          <small> h</small>
        </span>
        <span className="muted">
          {`Monthly is cheaper after ${Math.floor(breakEvenHours(gpu, currency))} hours a month: about ${breakEvenDaysOf(gpu, currency)} of continuous use.`}
        </span>
      </span>
    )}
  </PerCurrency>
);

const Quotes = ({ usage }: { usage: Usage }) => (
  <div className="quotes">
    <p className="caption">{`${describeUsage(usage)}, a month`}</p>
    <PerCurrency>
      {(currency) => {
        const { plan, price, verdict } = offerOf(usage, currency);
        return (
          <>
            <span className="caption">{planLabels[plan]}</span>
            <span className="figure">{price}</span>
            <span className="muted">{verdict}</span>
          </>
        );
      }}
    </PerCurrency>
  </div>
);
