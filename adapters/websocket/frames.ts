// Text messages and pings as frames of a server (RFC 6455, 5.2): one frame each, without a mask, so that many sockets
// can be sent the same bytes.

const finalText = 0x81;
const finalPing = 0x89;
const twoBytes = 126;
const eightBytes = 127;

/** A ping without data. */
export const pingFrame = Buffer.from([finalPing, 0]);

/** What is sent to one socket after the other is framed once. */
export function textFrames(): (text: string) => Buffer {
  let [last, frame] = ['', textFrame('')];
  return (text) => {
    if (text !== last) [last, frame] = [text, textFrame(text)];
    return frame;
  };
}

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < twoBytes ? 2 : length < 2 ** 16 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(head + length);
  frame[0] = finalText;
  frame[1] = head === 2 ? length : head === 4 ? twoBytes : eightBytes;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, head);
  return frame;
}
