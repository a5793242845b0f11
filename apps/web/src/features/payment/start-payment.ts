// What the document of /payment begins with, beside what draws the page: checkout need not wait for the page's script.
import { beginPayment } from './begin-payment';

beginPayment();
