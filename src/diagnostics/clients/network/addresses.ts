// Addresses that the bot never calls, whatever an Ingress or a DNS record says: its own host, and the addresses on which
// clouds hand out credentials to whoever asks from inside. Private addresses stay allowed: the services live there.
import { BlockList, isIP } from 'node:net';

const closed = new BlockList();
closed.addSubnet('127.0.0.0', 8, 'ipv4');
closed.addSubnet('0.0.0.0', 8, 'ipv4');
// Link-local, with the metadata service of every cloud on 169.254.169.254.
closed.addSubnet('169.254.0.0', 16, 'ipv4');
// Azure's wire server, which hands out the extension settings of the machine.
closed.addAddress('168.63.129.16', 'ipv4');
closed.addAddress('::', 'ipv6');
closed.addAddress('::1', 'ipv6');
closed.addSubnet('fe80::', 10, 'ipv6');

export function isClosedAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || closed.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
