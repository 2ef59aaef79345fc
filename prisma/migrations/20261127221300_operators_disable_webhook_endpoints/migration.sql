alter type webhook_disabled_reason add value 'operator';
