// `npm run orders -- list|show|refund|close-dispute|dismiss|reconcile|audit`: the operator's view of orders and payments.
import '../short-lived';
import { runOrders } from './orders-program';

void runOrders(process.argv.slice(2));
