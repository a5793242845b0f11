import { catalogueOf } from '@novacore/shared/catalogue';
import { formatPrice } from '@novacore/shared/formats';

export const [product] = catalogueOf({ paymentPurpose: import.meta.env.PAYMENT_PURPOSE as string });

/** ₹150 */
export const price = formatPrice(product.amountPaise);
