import { unreadable } from '../../api/problem';

/** The two auth operations say `success` in the body: anything but true is a failure, with the server's own words. */
export function mustSucceed<Reply extends { success: boolean; message: string }>(reply: Reply): Reply {
  if (reply.success === true) return reply;
  throw { ...unreadable(), message: reply.message };
}
