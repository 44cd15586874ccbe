import { model, Schema } from 'mongoose';

/** `{_id: name, value}`: last number given out under a name. */
export interface Counter {
  _id: string;
  value: number;
}

export const CounterModel = model<Counter>(
  'Counter',
  new Schema<Counter>(
    { _id: { type: String, required: true }, value: Number },
    { versionKey: false, strict: false, autoIndex: false, autoCreate: false, collection: 'counters' },
  ),
);
