/**
 * True for a port where a web server may be: 80, 443, and from 1024 on any that is no other service's. A caller who could
 * choose any port could have us speak to mail servers and databases.
 */
export function isPortOfWeb(port: string): boolean {
  const number = Number(port || 443)
  return number === 80 || number === 443 || (number >= 1024 && !ofOthers.has(number))
}

// Ports of other services in IANA's registry: databases, queues, caches, remote desktops, file shares, clusters and chat.
const ofOthers = new Set([
  1433, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 5060, 5061, 5432,
  5671, 5672, 5900, 5984, 6000, 6379, 6380, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 7000, 7001, 8086, 9042,
  9092, 9200, 9300, 10250, 11211, 26379, 27017, 27018, 27019,
])
