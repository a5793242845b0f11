/** Generated from contract/releases. */
export const changelog: { version: string; date: string; added: string[]; breaking: string[] }[] = [
  {
    "version": "1.3.0",
    "date": "2026-11-27",
    "added": [
      "POST /auth/email/reject",
      "POST /auth/passkey",
      "GET /auth/passkey/options",
      "ProblemCode: passkey_refused",
      "ProblemCode: passkey_unknown",
      "ProblemCode: passkey_taken",
      "ProblemCode: passkey_limit",
      "MyData, knownNetworks",
      "MyData, passkeys",
      "MyData, sentMails",
      "MyData, signIns",
      "MyData, staffRole",
      "GET /user/passkeys",
      "POST /user/passkeys/add",
      "POST /user/passkeys/options",
      "POST /user/passkeys/remove",
      "POST /user/passkeys/rename",
      "GET /user/sign-ins"
    ],
    "breaking": []
  },
  {
    "version": "1.2.0",
    "date": "2026-11-27",
    "added": [
      "PaymentId: ids of other forms",
      "OrderId: ids of other forms"
    ],
    "breaking": []
  },
  {
    "version": "1.1.0",
    "date": "2026-11-27",
    "added": [
      "POST /auth/logout-everywhere, responses, 400",
      "POST /auth/logout-everywhere, responses, 413",
      "POST /auth/logout-everywhere, responses, 415",
      "POST /auth/logout, responses, 400",
      "Unauthorized, examples, account_deleted",
      "Unauthorized, code: account_deleted",
      "POST /auth/logout, responses, 413",
      "POST /auth/logout, responses, 415",
      "ProblemCode: payment_in_progress",
      "ProblemCode: account_deleted",
      "AccountDeletion, despitePayment",
      "POST /user/delete, responses, 409",
      "POST /user/email/verification, responses, 400",
      "POST /user/email/verification, responses, 413",
      "POST /user/email/verification, responses, 415",
      "POST /user/order/{id}/check, responses, 413",
      "POST /user/order/{id}/check, responses, 415",
      "BadRequest, examples, malformed_json",
      "BadRequest, code: malformed_json",
      "POST /user/order/{id}/claim, responses, 413",
      "POST /user/order/{id}/claim, responses, 415"
    ],
    "breaking": []
  },
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
