// `npm run books -- import|month|close|export|dismiss`: what reached the bank account, and the months of the books.
import '../short-lived';
import { runBooks } from './books-program';

void runBooks(process.argv.slice(2));
