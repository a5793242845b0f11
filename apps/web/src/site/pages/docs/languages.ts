import { answer, type Code, paragraph, section, sh } from './code';
import { guide, guides } from './guides';
import java from './quickstart/Pay.java?raw';
import go from './quickstart/pay.go?raw';
import php from './quickstart/pay.php?raw';
import python from './quickstart/pay.py?raw';

type Sample = { name: string; language: Code['language']; needs: string; run: string; code: string };

const samples: Sample[] = [
  { name: 'Python', language: 'python', needs: 'Python 3.8', run: 'python3 pay.py', code: python },
  { name: 'Go', language: 'go', needs: 'Go 1.18', run: 'go run pay.go', code: go },
  { name: 'PHP', language: 'php', needs: 'PHP 8.0', run: 'php pay.php', code: php },
  { name: 'Java', language: 'java', needs: 'Java 17', run: 'java Pay.java', code: java },
];

const pathOf = ({ language }: Sample) => `/docs/quickstart/${language}`;

/** The samples as links in running text. */
export const sampleLinks = samples.map((sample) => `[${sample.name}](${pathOf(sample)})`).join(', ');

const links = samples.map((sample) => ({ path: pathOf(sample), label: `Quickstart in ${sample.name}` }));
const navigation = guides.flatMap((each) => (each.path === '/docs/quickstart' ? [each, ...links] : [each]));

/** The quickstart as one program for each language. */
export const languagePages = samples.map((sample) =>
  guide(
    {
      path: pathOf(sample),
      title: `Quickstart in ${sample.name}`,
      description: `Make and verify your first payment with the NovaCore API in ${sample.name}: one program, without packages.`,
      lead: `Make and verify your first payment with one program in ${sample.name}. It needs no package.`,
      blocks: [
        section('run', 'Run it'),
        paragraph(
          `You need ${sample.needs} or later. [Start NovaCore and its sandbox](/docs/quickstart#before), save the program below in an empty folder and run it:`,
        ),
        sh(sample.run),
        answer('Payment verified.\nPAID', 'text'),

        section('program', 'The program'),
        paragraph(
          'It creates an account, logs in, creates and claims an order, lets the sandbox pay it, verifies the payment and reads the order. The [quickstart](/docs/quickstart#account) explains each step.',
        ),
        { kind: 'code', language: sample.language, title: sample.run.split(' ').at(-1), code: sample.code.trimEnd() },

        section('failures', 'Failures'),
        paragraph(
          'After 429, 5xx and a lost answer the program sends the same call again. It waits for the seconds in `Retry-After`, or else for 1, 2, 4 seconds and so on, and gives up after about a minute. Other failures need another call: see [Errors](/docs/errors), and [which calls are safe to repeat](/docs/policies#repeat).',
        ),
      ],
    },
    navigation,
  ),
);
