import { exampleMails } from './examples';

process.stdout.write(JSON.stringify(exampleMails));
