import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `reports` collects what checkout reports to the page. */
const SCRIPT = `
  window.reports = [];
  window.buy = (options) => {
    const checkout = new Razorpay({
      ...options,
      handler: (result) => reports.push({ success: result }),
      modal: { ondismiss: () => reports.push({ dismissed: true }) },
    });
    checkout.on('payment.failed', ({ error }) => reports.push({ failed: error }));
    checkout.open();
  };`;

const page = (
  sandboxUrl: string,
) => `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><button>Buy</button>
<script src="${sandboxUrl}/v1/checkout.js"></script><script src="/shop.js"></script>`;

/** A merchant's page on its own origin, under a strict security policy. */
export function openShop(sandboxUrl: string): Promise<{ url: string; close(): void }> {
  const policy = `default-src 'none'; script-src 'self' ${sandboxUrl}; frame-src ${sandboxUrl}; style-src 'self'; img-src data:; form-action 'self'`;
  const server: Server = createServer((request, response) => {
    if (request.url === '/shop.js') return response.setHeader('content-type', 'text/javascript').end(SCRIPT);
    response.setHeader('content-security-policy', policy).setHeader('content-type', 'text/html');
    return response.end(page(sandboxUrl));
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({ url: `http://localhost:${(server.address() as AddressInfo).port}`, close }),
    );
  });
}
