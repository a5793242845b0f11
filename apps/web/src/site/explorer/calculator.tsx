import { type FormEvent, useRef } from 'react';
import type { GpuPrice } from '../prices';
import { Both } from './both';
import { BreakEvenPlot, cellOf } from './break-even-plot';
import { CalculatorFields } from './calculator-fields';
import { breakEvenDaysOf } from './figures';
import { breakEvenHours, firstMonthlyHour, MAX_HOURS } from './plans';
import { Quotes, spokenQuote } from './quotes';
import { gpuBySlug, initialSelection, type Selection } from './selection';
import { useSelectionForm } from './use-selection-form';

const usageOf = (gpus: GpuPrice[], { gpu, count, hours }: Selection) => ({ gpu: gpuBySlug(gpus, gpu), count, hours });

/** A GPU, a number of them and hours a month: what that costs, by which plan, and where the other becomes cheaper. */
export function Calculator({ gpus }: { gpus: GpuPrice[] }) {
  const hours = useRef<HTMLInputElement>(null);
  const { ref, settled, selection, invalid } = useSelectionForm(gpus);
  const usage = usageOf(gpus, selection);
  const slide = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    if (hours.current) hours.current.value = currentTarget.value;
  };
  return (
    <form
      ref={ref}
      id="usage"
      className="calc"
      noValidate
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="form calc__fields alive">
        <CalculatorFields gpus={gpus} invalid={invalid} hoursRef={hours} />
      </div>
      <div>
        <Both>{(currency) => <BreakEvenPlot gpu={usage.gpu} currency={currency} hours={usage.hours} />}</Both>
        <input
          className="calc__slide alive"
          type="range"
          min="0"
          max={MAX_HOURS}
          defaultValue={initialSelection(gpus).hours}
          data-mirrors="hours"
          aria-label="Hours a month, each"
          onInput={slide}
        />
        <p className="cap">
          <Both>{(currency) => cellOf(usage.gpu, currency)}</Both>
        </p>
      </div>
      <div className="stack">
        <BreakEven gpu={usage.gpu} />
        <div className="alive">
          <Quotes usage={usage} />
          <p className="vh" role="status">
            {invalid.length ? '' : spokenQuote(usageOf(gpus, settled))}
          </p>
        </div>
      </div>
    </form>
  );
}

const BreakEven = ({ gpu }: { gpu: GpuPrice }) => (
  <Both>
    {(currency) => (
      <span className="pays">
        <span className="cap">{gpu.gpu}, a month pays for itself after</span>
        <span className="fig fig--xl">
          {Math.round(breakEvenHours(gpu, currency))}
          <small> h</small>
        </span>
        <span className="muted">
          About {breakEvenDaysOf(gpu, currency)} running non-stop. From {firstMonthlyHour(gpu, currency)} hours on, the
          month is cheaper.
        </span>
      </span>
    )}
  </Both>
);
