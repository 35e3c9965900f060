// A name server on 127.0.0.1 for one test: A and CNAME of a small zone, or a response code, or silence (RFC 1035).
import { createSocket } from 'node:dgram';

export type Zone = Readonly<
  Record<
    string,
    {
      readonly address?: string;
      readonly alias?: string;
      readonly code?: 'SERVFAIL' | 'NXDOMAIN' | 'REFUSED';
      readonly silent?: true;
    }
  >
>;

export interface NameServer {
  readonly address: string;
  close(): Promise<void>;
}

const codes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const typeA = 1;
const typeCname = 5;

export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const question = readQuestion(query);
    const record = zone[question.name] ?? { code: 'NXDOMAIN' as const };
    if (record.silent === true) return;
    const answers: Buffer[] = [];
    if (question.type === typeCname && record.alias !== undefined) {
      answers.push(resource(typeCname, encodeName(record.alias)));
    }
    if (question.type === typeA && record.address !== undefined) {
      answers.push(resource(typeA, Buffer.from(record.address.split('.').map(Number))));
    }
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (record.code === undefined ? 0 : codes[record.code]), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, question.end), ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** The name of the question, by a pointer to it. */
function resource(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
