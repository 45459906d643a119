/** Kinds of recorded traffic, by name: what each makes of an answer of the service. */

const wrongTimestamp = (value) => (typeof value === 'string' ? value.replace(' ', 'T') : value);

const values = [
  (record, name) => delete record[name],
  ...[null, 7, 7.5, true, '', [], {}, 'a value that nobody sent'].map((value) => (record, name) => {
    record[name] = value;
  }),
];

/** Every field of a record, wrong in each of nine ways. */
function wrong(record, pick) {
  const names = Object.keys(record);
  values[Math.floor(pick / names.length) % values.length](record, names[pick % names.length]);
}

const differentKinds = 150;

export const kinds = {
  sound: () => undefined,
  'one format wrong in every DELETE': (_, method, record) => {
    if (method === 'DELETE') record.createdAt = wrongTimestamp(record.createdAt);
  },
  'one field missing in every PUT': (_, method, record) => {
    if (method === 'PUT') delete record.status;
  },
  'one in ten of 150 kinds': (number, _, record) => {
    if (number % 10 === 0) wrong(record, (number / 10) % differentKinds);
  },
};
