import source from '../../../../../../docs/sandbox.md?raw';
import { valuesOf } from './contract';

const codes = valuesOf('ProblemCode');
const heading = '### How to provoke each error code';

/** The rows of the table in docs/sandbox.md: each error code, and how to provoke it. */
export const provocations: string[][] = source
  .slice(source.indexOf(heading), source.indexOf('## Certify a shop'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim()),
  );

const listed = provocations.map(([code = '']) => code.replaceAll('`', ''));
const wrong = [...codes.filter((code) => !listed.includes(code)), ...listed.filter((code) => !codes.includes(code))];
if (wrong.length)
  throw new Error(`docs/sandbox.md: the table of error codes differs from the contract in ${wrong.join(', ')}`);
