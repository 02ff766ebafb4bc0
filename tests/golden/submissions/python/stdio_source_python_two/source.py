print 'ok'
