import mongoose from 'mongoose';

type Client = mongoose.mongo.MongoClient;

/** How long a call may take that builds an index or copies all data (ms). */
const PATIENT_MS = 6 * 3_600_000;

let connect: (() => Promise<Client>) | undefined;

export function configurePatientClients(url: string, options: mongoose.mongo.MongoClientOptions): void {
  const patient = { ...options, socketTimeoutMS: PATIENT_MS, waitQueueTimeoutMS: PATIENT_MS };
  connect = () => mongoose.mongo.MongoClient.connect(url, patient);
}

/** Lends a client of its own to work whose calls may take hours; connectDatabase says where it goes. */
export async function withPatientClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  if (!connect) throw new Error('connectDatabase was not called');
  const client = await connect();
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
