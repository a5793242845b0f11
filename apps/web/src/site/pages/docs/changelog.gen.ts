/** Generated from contract/releases. */
export const changelog: { version: string; date: string; added: string[]; breaking: string[] }[] = [
  {
    "version": "1.0.0",
    "date": "2026-11-26",
    "added": [
      "POST /auth/signup",
      "POST /auth/login",
      "POST /auth/logout",
      "POST /auth/password",
      "POST /auth/password/reset-request",
      "POST /auth/password/reset",
      "POST /auth/email/verify",
      "POST /auth/logout-everywhere",
      "GET /user/me",
      "POST /user/email",
      "POST /user/email/verification",
      "GET /user/export",
      "POST /user/delete",
      "POST /user/order",
      "POST /user/order/{id}/claim",
      "POST /user/order/{id}/check",
      "GET /user/order/{id}",
      "GET /user/orders",
      "POST /user/verify",
      "GET /config",
      "GET /health"
    ],
    "breaking": []
  }
];
