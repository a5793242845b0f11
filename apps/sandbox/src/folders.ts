import { join } from 'node:path';

/** Scripts, styles and forms that the sandbox serves. The bundle lies as deep as this file. */
export const publicFolder = join(__dirname, '../public');

/** One example of each kind of email that the product sends, as its build wrote them. */
export const exampleEmailsFile = join(__dirname, '../../bff/dist/mails.json');
